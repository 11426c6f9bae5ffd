// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Balances and allowances, which all tokens of the local chains share.
/// @dev The odd tokens override or add a rule, modelled on quirks of real tokens.
abstract contract TokenLedger {
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address holder => uint256) public balanceOf;
    mapping(address holder => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error InsufficientBalance();
    error InsufficientAllowance();

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function _mint(address to, uint256 value) internal {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        uint256 held = balanceOf[from];
        if (held < value) revert InsufficientBalance();
        balanceOf[from] = held - value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    function _approve(address owner, address spender, uint256 value) internal virtual {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function _spendAllowance(address owner, address spender, uint256 value) internal {
        uint256 allowed = allowance[owner][spender];
        if (allowed == type(uint256).max) return;
        if (allowed < value) revert InsufficientAllowance();
        allowance[owner][spender] = allowed - value;
    }

    function _transfer(address from, address to, uint256 value) internal virtual {
        uint256 held = balanceOf[from];
        if (held < value) revert InsufficientBalance();
        balanceOf[from] = held - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// @title The calls of ERC-20, with the return values of the standard.
abstract contract StandardCalls is TokenLedger {
    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spendAllowance(from, msg.sender, value);
        _transfer(from, to, value);
        return true;
    }
}

/// @title Lets anyone mint any amount.
abstract contract OpenMint is TokenLedger {
    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}

/// @title A token without quirks.
contract DevToken is StandardCalls, OpenMint {
    string public name;
    string public symbol;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenLedger(decimals_) {
        name = name_;
        symbol = symbol_;
    }
}
