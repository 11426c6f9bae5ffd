// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
    function decimals() external view returns (uint8);
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
}

/// The factory interface of Velodrome V2: default fees that change without an event, fees of single
/// pairs, a pause.
contract FeeFactory {
    uint256 private constant NO_FEE = 420;

    mapping(address => mapping(address => mapping(bool => address))) public getPool;
    mapping(address => uint256) public customFee;
    mapping(bool => uint256) public usualFee;
    uint256 public allPoolsLength;
    bool public isPaused;
    /// Read by the pair during its creation.
    address public token0;
    address public token1;
    bool public stable;

    event PoolCreated(address indexed token0, address indexed token1, bool indexed stable, address pool, uint256);
    event SetCustomFee(address indexed pool, uint256 fee);

    constructor() {
        (usualFee[false], usualFee[true]) = (30, 5);
    }

    function createPool(address tokenA, address tokenB, bool stable_) external returns (address pool) {
        (token0, token1, stable) = tokenA < tokenB ? (tokenA, tokenB, stable_) : (tokenB, tokenA, stable_);
        pool = address(new FeePair{salt: keccak256(abi.encodePacked(token0, token1, stable))}());
        getPool[token0][token1][stable] = pool;
        getPool[token1][token0][stable] = pool;
        emit PoolCreated(token0, token1, stable, pool, ++allPoolsLength);
    }

    function codeHash() external pure returns (bytes32) {
        return keccak256(type(FeePair).creationCode);
    }

    function setFee(bool stable_, uint256 fee) external {
        usualFee[stable_] = fee;
    }

    function setCustomFee(address pool, uint256 fee) external {
        customFee[pool] = fee;
        emit SetCustomFee(pool, fee);
    }

    function setPauseState(bool state) external {
        isPaused = state;
    }

    function getFee(address pool, bool stable_) external view returns (uint256) {
        uint256 own = customFee[pool];
        return own == NO_FEE ? 0 : own != 0 ? own : usualFee[stable_];
    }
}

/// A pair that reads its fee from its factory. Enforces the rule of Solidly; has neither shares nor
/// a lock.
contract FeePair {
    FeeFactory private immutable factory = FeeFactory(msg.sender);
    IToken private immutable token0 = IToken(FeeFactory(msg.sender).token0());
    IToken private immutable token1 = IToken(FeeFactory(msg.sender).token1());
    bool private immutable stable = FeeFactory(msg.sender).stable();
    uint256 private immutable unit0 = 10 ** token0.decimals();
    uint256 private immutable unit1 = 10 ** token1.decimals();
    uint256 private reserve0;
    uint256 private reserve1;

    event Sync(uint256 reserve0, uint256 reserve1);

    function metadata() external view returns (uint256, uint256, uint256, uint256, bool, address, address) {
        return (unit0, unit1, reserve0, reserve1, stable, address(token0), address(token1));
    }

    /// Counts received tokens as liquidity.
    function sync() public {
        (reserve0, reserve1) = (token0.balanceOf(address(this)), token1.balanceOf(address(this)));
        emit Sync(reserve0, reserve1);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
        require(!factory.isPaused(), "PAUSED");
        uint256 product = _product(reserve0, reserve1);
        if (amount0Out > 0) token0.transfer(to, amount0Out);
        if (amount1Out > 0) token1.transfer(to, amount1Out);
        _takeFee(token0, token0.balanceOf(address(this)) - (reserve0 - amount0Out));
        _takeFee(token1, token1.balanceOf(address(this)) - (reserve1 - amount1Out));
        sync();
        require(_product(reserve0, reserve1) >= product, "K");
    }

    function _takeFee(IToken token, uint256 amountIn) private {
        token.transfer(address(factory), amountIn * factory.getFee(address(this), stable) / 10_000);
    }

    function _product(uint256 balance0, uint256 balance1) private view returns (uint256) {
        if (!stable) return balance0 * balance1;
        (uint256 x, uint256 y) = (balance0 * 1e18 / unit0, balance1 * 1e18 / unit1);
        return (x * y / 1e18) * (x * x / 1e18 + y * y / 1e18) / 1e18;
    }
}
