// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
    function totalSupply() external view returns (uint256);
    function balanceOf(address holder) external view returns (uint256);
    function approve(address spender, uint256 value) external returns (bool);
    function mint(address to, uint256 value) external;
    function deposit() external payable;
}

/// @title Works for the deployer and the market maker alone.
abstract contract Operated {
    address private immutable deployer;
    address private immutable marketMaker;

    error NotOperator();

    modifier onlyOperator() {
        if (msg.sender != deployer && msg.sender != marketMaker) revert NotOperator();
        _;
    }

    constructor(address marketMaker_) {
        deployer = msg.sender;
        marketMaker = marketMaker_;
    }
}

/// @title Trades with money of its own making: it mints or wraps what it is short of.
/// @dev For a chain where tokens are free.
abstract contract Desk is Operated {
    address internal immutable weth;

    error TransferFailed();

    constructor(address weth_, address marketMaker_) Operated(marketMaker_) {
        weth = weth_;
    }

    receive() external payable {}

    function _pay(address token, address to, uint256 amount) internal {
        _provide(token, amount);
        (bool ok, bytes memory answer) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!ok || (answer.length > 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }

    /// @dev For tokens that do as the standard says.
    function _allow(address token, address spender, uint256 amount) internal {
        _provide(token, amount);
        IToken(token).approve(spender, amount);
    }

    function _provide(address token, uint256 amount) private {
        uint256 held = IToken(token).balanceOf(address(this));
        if (held >= amount) return;
        if (token == weth) IToken(token).deposit{value: amount - held}();
        else IToken(token).mint(address(this), amount - held);
    }
}
