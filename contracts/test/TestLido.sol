// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Armed} from "./Hostile.sol";
import {PlainToken} from "./TestTokens.sol";

/// A token of shares, written from the interface and the rounding of Lido's stETH. A transfer moves
/// the whole shares that its amount is worth; the value of a share excludes those that are backed
/// elsewhere. Anyone may mint and set the totals.
contract TestStEth {
    uint256 private ether_ = 1_234_567_890_123_456_789_012;
    uint256 private shares = 1_000_000_000_000_000_000_007;
    uint256 private external_;
    bool public isStopped;
    mapping(address => uint256) public sharesOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function name() external pure returns (string memory) {
        return "Staked";
    }

    function symbol() external pure returns (string memory) {
        return "stETH";
    }

    /// @param elsewhere shares that are backed elsewhere
    function report(uint256 total, uint256 elsewhere) external {
        (ether_, external_) = (total, elsewhere);
    }

    function stop(bool isStopped_) external {
        isStopped = isStopped_;
    }

    /// Mints shares worth the amount, less at most one unit.
    function mint(address to, uint256 amount) external {
        uint256 minted = getSharesByPooledEth(amount);
        sharesOf[to] += minted;
        shares += minted;
        ether_ += amount;
    }

    function getTotalShares() external view returns (uint256) {
        return shares + external_;
    }

    function getTotalPooledEther() public view returns (uint256) {
        return ether_ + getExternalEther();
    }

    function totalSupply() external view returns (uint256) {
        return getTotalPooledEther();
    }

    function getExternalShares() external view returns (uint256) {
        return external_;
    }

    function getExternalEther() public view returns (uint256) {
        return external_ * ether_ / shares;
    }

    function getSharesByPooledEth(uint256 amount) public view returns (uint256) {
        require(amount < type(uint128).max, "ETH_TOO_LARGE");
        return amount * shares / ether_;
    }

    function getPooledEthByShares(uint256 amount) public view returns (uint256) {
        require(amount < type(uint128).max, "SHARES_TOO_LARGE");
        return amount * ether_ / shares;
    }

    function balanceOf(address account) external view returns (uint256) {
        return getPooledEthByShares(sharesOf[account]);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        require(!isStopped && to != address(0) && to != address(this), "REFUSED");
        uint256 moved = getSharesByPooledEth(amount);
        sharesOf[from] -= moved;
        sharesOf[to] += moved;
    }
}

/// Written from the interface of Lido's wstETH, whose base unit is a share of stETH.
contract TestWstEth is PlainToken {
    TestStEth public immutable stETH;

    constructor(TestStEth stETH_) {
        stETH = stETH_;
    }

    function getWstETHByStETH(uint256 amount) public view virtual returns (uint256) {
        return stETH.getSharesByPooledEth(amount);
    }

    function getStETHByWstETH(uint256 amount) public view virtual returns (uint256) {
        return stETH.getPooledEthByShares(amount);
    }

    function wrap(uint256 amount) external virtual returns (uint256 minted) {
        require(amount != 0, "ZERO");
        minted = stETH.getSharesByPooledEth(amount);
        _mint(msg.sender, minted);
        stETH.transferFrom(msg.sender, address(this), amount);
    }

    function unwrap(uint256 amount) external virtual returns (uint256 paid) {
        require(amount != 0, "ZERO");
        paid = stETH.getPooledEthByShares(amount);
        _burn(msg.sender, amount);
        stETH.transfer(msg.sender, paid);
    }

    function _mint(address to, uint256 amount) internal {
        totalSupply += amount;
        balanceOf[to] += amount;
    }

    function _burn(address from, uint256 amount) internal {
        balanceOf[from] -= amount;
        totalSupply -= amount;
    }
}

/// A hostile wrapper: it pays less than its rate, takes other amounts than it may, lies about its
/// rate, or attacks when called.
contract HostileWstEth is TestWstEth, Armed {
    enum Mode {
        Honest,
        PayHalf,
        PayNothing,
        TakeHalf,
        TakeDouble,
        TellHalf,
        TellNothing,
        Revert,
        BurnGas
    }

    Mode private mode;

    constructor(TestStEth stETH_) TestWstEth(stETH_) {}

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function getWstETHByStETH(uint256 amount) public view override returns (uint256) {
        return _told(super.getWstETHByStETH(amount));
    }

    function getStETHByWstETH(uint256 amount) public view override returns (uint256) {
        return _told(super.getStETHByWstETH(amount));
    }

    function wrap(uint256 amount) external override returns (uint256) {
        _strike();
        _mint(msg.sender, _paid(stETH.getSharesByPooledEth(amount)));
        stETH.transferFrom(msg.sender, address(this), _taken(amount));
        return type(uint256).max;
    }

    function unwrap(uint256 amount) external override returns (uint256) {
        _strike();
        _burn(msg.sender, _taken(amount));
        uint256 paid = _paid(stETH.getPooledEthByShares(amount));
        if (paid != 0) stETH.transfer(msg.sender, paid);
        return 0;
    }

    function _strike() private {
        _fire();
        if (mode == Mode.Revert) revert("REFUSED");
        if (mode == Mode.BurnGas) while (true) totalSupply += 1;
    }

    function _told(uint256 amount) private view returns (uint256) {
        if (mode == Mode.TellNothing) {
            assembly {
                return(0, 0)
            }
        }
        return mode == Mode.TellHalf ? amount / 2 : amount;
    }

    function _taken(uint256 amount) private view returns (uint256) {
        if (mode == Mode.TakeHalf) return amount / 2;
        return mode == Mode.TakeDouble ? 2 * amount : amount;
    }

    function _paid(uint256 amount) private view returns (uint256) {
        if (mode == Mode.PayHalf) return amount / 2;
        return mode == Mode.PayNothing ? 0 : amount;
    }
}
